import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { anySecondFactor } from './applications.store.ts'

/** Does an application of the workspace request a second factor as an ID token without a code? */
export const hasSecondFactors = (at: AutocommitContext): Promise<boolean> => anySecondFactor(readOnlyContext(at).db)
