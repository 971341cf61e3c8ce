import { problem } from '#platform/problem.ts'
import { CloudFailure } from './cloud.failure.ts'

/** Calls a cloud on behalf of an API caller and maps errors to refusals. @throws cloud-refuses, cloud-away */
export async function withCloudProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CloudFailure)) throw error
    throw problem(error.again ? 'cloud-away' : 'cloud-refuses', error.message)
  }
}
