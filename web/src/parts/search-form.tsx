// The name of a search, and its parameters as a form that is made from the catalogue.

import type { Catalogue } from "../messages";
import { readSpec, writeSpec } from "../spec";

interface SearchFormProps {
  label: string;
  catalogue?: Catalogue;
  /** Empty for the game's usual search. */
  search: string;
  usual: string;
  change(search: string): void;
}

export function SearchForm(props: SearchFormProps) {
  const { catalogue, usual, change } = props;
  const parts = readSpec(props.search || usual);
  const entry = catalogue?.searches.find(({ name }) => name === parts.name);
  const id = props.label.replaceAll(" ", "-");
  return (
    <div class="search-form">
      <label>
        <span>{props.label}</span>
        <select
          value={parts.name}
          onChange={(event) => change(event.currentTarget.value === readSpec(usual).name ? "" : event.currentTarget.value)}
        >
          {catalogue?.searches.map(({ name }) => (
            <option value={name} key={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {entry && (
        <p class="soft summary">
          {entry.summary}. <cite>{entry.source}</cite>
        </p>
      )}
      {entry && entry.parameters.length > 0 && (
        <details>
          <summary>Parameters{parts.parameters.size > 0 ? ` · ${parts.parameters.size} set` : ""}</summary>
          <div class="parameters">
            {entry.parameters.map(({ key, default: otherwise, meaning }) => (
              <label key={key} title={meaning}>
                <span>{key}</span>
                <input
                  type="text"
                  placeholder={otherwise || "–"}
                  value={parts.parameters.get(key) ?? ""}
                  aria-describedby={`${id}-${key}`}
                  onChange={(event) =>
                    change(
                      writeSpec({ name: parts.name, parameters: new Map(parts.parameters).set(key, event.currentTarget.value.trim()) }),
                    )
                  }
                />
                <small id={`${id}-${key}`}>{meaning}</small>
              </label>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

const BUDGETS = ["moves=1000", "moves=10k", "moves=100k", "evals=1M", "nodes=1M", "depth=4", "depth=8", "time=2s"];

/** What a search may spend: any budget can be typed, the usual ones are offered. */
export function BudgetField(props: { budget: string; label?: string; change(budget: string): void }) {
  return (
    <label>
      <span>{props.label ?? "budget"}</span>
      <input type="text" list="budgets" value={props.budget} onChange={(event) => props.change(event.currentTarget.value.trim())} />
      <datalist id="budgets">
        {BUDGETS.map((budget) => (
          <option value={budget} key={budget} />
        ))}
      </datalist>
    </label>
  );
}
