import type { JobKind } from '../ground/jobs.ts'
import { noteRefusedSignIn, sendSignInCode } from '../features/access/sign-in/sign-in.jobs.ts'
import { deliverMail } from '../outside/mail.ts'
import { sweep } from './sweep.ts'

/** Every kind of job there is, one line each. */
export const kinds: readonly JobKind<never>[] = [deliverMail, noteRefusedSignIn, sendSignInCode, sweep]
