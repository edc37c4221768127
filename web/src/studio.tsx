// The page's beginning.

import { render } from "preact";
import "uplot/dist/uPlot.min.css";
import "./style/base.css";
import "./style/board.css";
import "./style/panes.css";
import "./style/tree.css";
import "./style/lessons.css";
import { SessionContext } from "./hooks";
import { Session } from "./session";
import { readTheme, showTheme } from "./theme";
import { App } from "./views/app";

showTheme(readTheme());
const session = new Session();
render(
  <SessionContext.Provider value={session}>
    <App />
  </SessionContext.Provider>,
  document.body,
);
// The first value comes first. Where a browser allows no service worker, the page only opens with its host.
void session.open().then(() => navigator.serviceWorker?.register("offline.js").catch(() => undefined));
