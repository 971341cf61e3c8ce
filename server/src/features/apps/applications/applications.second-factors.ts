import { readingApart } from '#platform/db/transaction.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { anySecondFactor } from './applications.store.ts'

/** Does the workspace have an application that asks for a second factor in the form of an ID token without a code? */
export const hasSecondFactors = (at: AutocommitContext): Promise<boolean> => anySecondFactor(readingApart(at).db)
