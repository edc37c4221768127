// What a lesson is: a few steps, each with a sentence and a picture.

import type { ComponentType } from "preact";

export interface Step {
  title: string;
  text: string;
  /** What to do, if there is something. */
  task?: string;
}

export interface Lesson {
  name: string;
  title: string;
  source: string;
  steps: Step[];
  Picture: ComponentType<{ step: number }>;
}
