import { perform, type PerformedTask, type RenderingTask } from './rendering-task';

/** The program of the thread that RenderingThread starts. Without a task it only reports that it runs. */
export default function work(task: RenderingTask | null): PerformedTask | null {
  return task && perform(task);
}
