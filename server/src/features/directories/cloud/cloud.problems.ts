import { problem } from '../../../ground/problem.ts'
import { CloudFailure } from './cloud.failure.ts'

/** Asks a cloud for a caller, who is told in words what it refused. Throws cloud-refuses and cloud-away. */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CloudFailure)) throw error
    throw problem(error.again ? 'cloud-away' : 'cloud-refuses', error.message)
  }
}
