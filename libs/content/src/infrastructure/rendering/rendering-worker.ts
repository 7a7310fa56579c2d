import { perform, type RenderingOutcome, type RenderingTask } from './rendering-task';

/** The program of the thread that RenderingThread starts. Without a task it says that it is there. */
export default function work(task: RenderingTask | null): RenderingOutcome | null {
  return task && perform(task);
}
