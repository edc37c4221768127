// Lessons: a list on the left; a sentence, a picture and one thing to do on the right.

import { useSession } from "../hooks";
import { ALPHA_BETA, STAR } from "../lessons/cuts";
import { MEANS } from "../lessons/means";
import { PATHOLOGY } from "../lessons/pathology";
import { RIVEST } from "../lessons/rivest";

const LESSONS = [RIVEST, MEANS, ALPHA_BETA, STAR, PATHOLOGY];

export function LearnView() {
  const session = useSession();
  const lesson = LESSONS.find(({ name }) => name === session.settings.lesson) ?? LESSONS[0]!;
  const step = Math.min(session.settings.step, lesson.steps.length - 1);
  const { title, text, task } = lesson.steps[step]!;
  const go = (to: number) => session.set({ lesson: lesson.name, step: to });
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  return (
    <div class="learn">
      <nav aria-label="lessons">
        <ol>
          {LESSONS.map((entry) => (
            <li key={entry.name}>
              <button
                type="button"
                aria-current={entry === lesson ? "true" : undefined}
                onClick={() => session.set({ lesson: entry.name, step: 0 })}
              >
                {entry.title}
                <small>{entry.source}</small>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <article class="lesson" aria-labelledby="lesson-heading">
        <p class="soft">
          {lesson.title} · {lesson.source}
        </p>
        <h2 id="lesson-heading">{title}</h2>
        <p class="text">{text}</p>
        {task && <p class="task">{task}</p>}
        <div class="lesson-picture" key={lesson.name}>
          <lesson.Picture step={step} />
        </div>
        <div class="controls">
          <button type="button" disabled={step === 0} onClick={() => go(step - 1)}>
            Back
          </button>
          <span class="soft figure">
            {step + 1} of {lesson.steps.length}
          </span>
          <span class="spring" />
          {step + 1 < lesson.steps.length ? (
            <button type="button" class="main" onClick={() => go(step + 1)}>
              Next
            </button>
          ) : (
            next && (
              <button type="button" class="main" onClick={() => session.set({ lesson: next.name, step: 0 })}>
                Next lesson
              </button>
            )
          )}
        </div>
      </article>
    </div>
  );
}
