import type { JobKind } from '../ground/jobs.ts'
import { deliverMail } from '../outside/mail.ts'
import { sweep } from './sweep.ts'

/** Every kind of job there is, one line each. */
export const kinds: readonly JobKind<never>[] = [deliverMail, sweep]
