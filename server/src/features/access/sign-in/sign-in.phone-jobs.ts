import type { PhoneCode } from '@claviger/contract/access/sign-in.ways'
import { msg } from '#platform/languages.ts'
import type { JobKind } from '#platform/jobs.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { callWithText, sendText } from '#integrations/sms.ts'
import { isReached } from '#features/people/users/users.phones.ts'
import { phoneCountries } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { tryToReserveGuess } from '../guesses/guesses.ts'
import { codeTo, acceptsTexts } from './phone-code.ts'
import {
  type CodeRequest,
  candidatesAt,
  inWorkspaceOf,
  enqueueRefusedSignIn,
  noteStopped,
  notifyOtherChannels,
  notifyPasskeyOnly,
} from './sign-in.jobs.ts'
import type { Candidate } from './sign-in.store.ts'

// Users with accounts in several workspaces usually have one number; send to at most this many at a time
const mostNumbers = 3

interface Wanted extends CodeRequest {
  by: PhoneCode
  id: string
  seed: string
  minutes: number
  known: boolean
}

/** Sends a code to the number on record if the email has a user; the job does the lookup, as for emailed codes. */
export const sendPhoneCode: JobKind<Wanted> = {
  name: 'sign-in-phone-code',
  async work(world, wanted) {
    const { by, email, request } = wanted
    await noteStopped(world, wanted, by)
    const all = await candidatesAt(world, wanted)
    if (all.length === 0) return
    const trusted = all.filter(one => one.by_phone)
    if (trusted.length === 0) {
      for (const one of all)
        await enqueueRefusedSignIn(world, wanted, one, by, msg('This account can sign in only with its passkey'))
      return notifyPasskeyOnly(world, request, email, all)
    }
    const offered = trusted.filter(one => one.ways.includes(by))
    if (offered.length === 0) return notifyOtherChannels(world, request, email, 'not-offered')
    const numbers = Map.groupBy(
      offered.filter(one => acceptsTexts(one, by)),
      one => one.phone,
    )
    let reached = false
    for (const [number, people] of [...numbers].slice(0, mostNumbers))
      for (const one of people) {
        const sent = await sendTo(world, wanted, one, number)
        reached ||= sent !== 'unreached'
        if (sent === 'sent') break
      }
    if (!reached) await notifyOtherChannels(world, request, email, 'no-number')
  },
}

type Sent = 'sent' | 'unreached' | 'too-many'

async function sendTo(world: AppContext, wanted: Wanted, one: Candidate, number: string): Promise<Sent> {
  const { by, known } = wanted
  const sent = await inWorkspaceOf(world, wanted, one, async (ctx): Promise<Sent> => {
    if (!isReached(await phoneCountries(ctx), number)) return 'unreached'
    if (await tooMany(ctx, one.workspace_id, known ? undefined : number)) return 'too-many'
    await write(ctx, wanted, one, number)
    return 'sent'
  })
  if (sent === 'unreached')
    await enqueueRefusedSignIn(
      world,
      wanted,
      one,
      by,
      msg("Codes can't be sent to the country or type of this phone number"),
    )
  if (sent === 'too-many')
    await enqueueRefusedSignIn(
      world,
      wanted,
      one,
      by,
      msg('Too many codes were sent by phone; further codes are delayed'),
    )
  return sent
}

async function tooMany(ctx: TransactionContext, workspace: string, number: string | undefined): Promise<boolean> {
  const taken =
    number === undefined
      ? await tryToReserveGuess(ctx, ['texts to browsers of a workspace', workspace])
      : await tryToReserveGuess(ctx, ['texts to a number', number], ['texts of a workspace', workspace])
  return taken instanceof Problem
}

function write(
  ctx: TransactionContext,
  { id, seed, by, minutes }: Wanted,
  one: Candidate,
  number: string,
): Promise<void> {
  const code = codeTo(ctx, { id, seed: Buffer.from(seed, 'base64') }, number)
  const workspace = one.workspace_name
  if (by === 'sms')
    return sendText(ctx, number, one.language, say =>
      say('{code} is your code for {workspace}. It is valid for {minutes} minutes.', { code, workspace, minutes }),
    )
  // Without pauses, a text-to-speech voice would read it as a six-digit number
  const digits = code.replaceAll(/\d(?=\d)/g, '$&, ')
  return callWithText(ctx, number, one.language, say =>
    say(
      "This is your sign-in code for {workspace}: {digits}. Once more: {digits}. If you didn't request it, hang up. The code is required to sign in.",
      { workspace, digits },
    ),
  )
}
