import { toast } from '@/ui/toast';
import { toProblem } from './problem';

/** Does something that has no form to show its error in: a failure becomes a toast. Returns whether it worked. */
export async function attempt(failed: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toast({ title: failed, detail: toProblem(error).message, tone: 'error' });
    return false;
  }
}
