import type { JobKind } from '../../../ground/jobs.ts'
import { msg } from '../../../ground/languages.ts'
import { record } from '../../../ground/record/record.ts'
import { transact } from '../../../ground/db/transaction.ts'
import type { RequestFacts, World } from '../../../ground/world.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import { mail } from '../../../outside/mail.ts'
import { type Candidate, findCandidates } from './sign-in.store.ts'

const nobody = { kind: 'nobody' } as const

interface Asked {
  email: string
  /** Where the sign-in began, when it began at one workspace. */
  workspace: string | null
  request: RequestFacts
}

/** What a code is sealed for while its job waits. */
export const aboutCode = (id: string, email: string): About => `sign-in:code:${id} of ${email}`

/**
 * Mails a code, if anybody has the address. Looked up here and not in the call,
 * which therefore does the same for known and unknown addresses and takes the same time.
 */
export const sendSignInCode: JobKind<Asked & { id: string; sealed: string; minutes: number }> = {
  name: 'sign-in-code',
  async work(world, { id, email, workspace, request, sealed, minutes }) {
    const known = await candidatesAt(world, { email, workspace, request })
    const [first] = known
    if (!first) return
    if (!known.some(one => one.by_code)) return notifyPasskeyOnly(world, request, email, known)
    const code = world.sealer.open(Buffer.from(sealed, 'base64'), aboutCode(id, email)).toString()
    await transact(world, { actor: nobody, request }, ctx =>
      mail(ctx, email, say => ({
        subject: say('Your sign-in code'),
        greeting: known.length === 1 ? say('Hello {name},', { name: first.first_name }) : say('Hello,'),
        paragraphs: [say('Type this code to sign in. It is good for {minutes} minutes.', { minutes })],
        code,
        footer: say('If you did not ask for it, leave this mail alone: nobody can sign in without the code.'),
      })),
    )
  },
}

/** Only who reads the mailbox learns that no code opens its accounts. */
const notifyPasskeyOnly = (world: World, request: RequestFacts, email: string, [first, another]: Candidate[]) =>
  transact(world, { actor: nobody, request }, ctx =>
    mail(ctx, email, say => ({
      subject: say('Sign in with your passkey'),
      greeting: another || !first ? say('Hello,') : say('Hello {name},', { name: first.first_name }),
      paragraphs: [
        say(
          'Somebody asked for a sign-in code for your account. None was made: your account signs in with its passkey.',
        ),
        say('If you have lost your passkey, ask whoever runs this service for a recovery link.'),
      ],
      footer: say('If you did not ask for it, leave this mail alone: nobody was signed in.'),
    })),
  )

/** Logs a refused e-mail sign-in for everybody who has the address; looked up here for the same reason. */
export const noteRefusedSignIn: JobKind<Asked & { by: 'code' | 'password' }> = {
  name: 'sign-in-refused',
  async work(world, { by, ...asked }) {
    for (const user of await candidatesAt(world, asked)) {
      await transact(world, { actor: nobody, request: asked.request, workspace: user.workspace_id }, ctx =>
        record(ctx, {
          action: `sign-in.${by}`,
          failed: by === 'code' ? msg('The code was wrong') : msg('The password was wrong'),
          by: { id: user.user_id, name: user.user_name },
        }),
      )
    }
  },
}

async function candidatesAt(world: World, asked: Asked): Promise<Candidate[]> {
  const all = await transact(world, { actor: nobody, request: asked.request }, ctx =>
    findCandidates(ctx.db, asked.email, ctx.clock.now()),
  )
  return asked.workspace === null ? all : all.filter(one => one.workspace_id === asked.workspace)
}
