import { type App, denied, post, type RefusedTap, ServerRefusal, statusOf, wordsOf } from '../server/access-key.ts'
import type { MakersCommand, Template } from './makers-command.ts'
import { type FingerProof, vouchForMatch, vouchForTemplate } from './vouching.ts'

const base = '/fingerprints'
const enrolment = '/administrator/securityDevice/fingerprint/enrollment'
// CTAP 2.1 §8.2: built-in user verification was required, but the request contained no match
const wantsMatch: readonly (number | undefined)[] = [denied, 0x3f]

export interface Fingers {
  readonly app: App
  readonly command: MakersCommand
  readonly by: FingerProof
  readonly tell: (words: string) => void
}

export async function enrol(
  { app, command, by, tell }: Fingers,
  challenge: string,
  name: string | undefined,
): Promise<void> {
  const step = (body: Record<string, unknown>) =>
    post(app.server, `${enrolment}/${challenge}/progress`, app.appToken, body, '')
  await step({ step: 'started' })
  tell('Put your finger on the reader')
  const template = await command.enrol()
  if (template === undefined) {
    await step({ step: 'cancelled' })
    return tell('No fingerprint was captured')
  }
  const signature = vouchForTemplate(by, challenge, template)
  await step({ step: 'finger', template, signature, ...(name !== undefined && { name }) })
  await step({ step: 'done' })
  tell('The fingerprint is enrolled')
}

export const templatesOf = async ({ app }: Pick<Fingers, 'app'>, person: string): Promise<readonly Template[]> =>
  (await post<{ items: Template[] }>(app.server, `${base}/templates`, app.appToken, { person })).items

interface Reply {
  readonly response: string
  readonly session: string
  readonly refused?: RefusedTap
}

/**
 * Forwards CTAP requests to the fingerprint key of the templates' user. If a request requires user verification, asks
 * for the finger and repeats the request with the match.
 */
export function fingerCarrier({ app, command, by, tell }: Fingers, templates: readonly [Template, ...Template[]]) {
  const { server, appToken, computerId } = app
  let session: string | undefined
  const send = async (request: Uint8Array, finger: string, match?: { challenge: string; signature: string }) => {
    const body = { finger, computerId, request: Buffer.from(request).toString('base64url'), session, match }
    const reply = await post<Reply>(server, `${base}/execute-request`, appToken, body)
    session = reply.session
    if (reply.refused) tell(wordsOf(reply.refused))
    return { response: Buffer.from(reply.response, 'base64url'), refused: reply.refused !== undefined }
  }
  const answer = async (request: Uint8Array) => {
    const { response, refused } = await send(request, templates[0].id)
    if (refused || !wantsMatch.includes(response[0])) return response
    const { challenge } = await post<{ challenge: string }>(server, `${base}/challenge`, appToken, {})
    tell('Put your finger on the reader')
    const finger = await command.match(templates)
    if (finger === undefined) {
      tell("The fingerprint isn't known")
      return response
    }
    const signature = vouchForMatch(by, { challenge, finger, computerId, request })
    return (await send(request, finger, { challenge, signature })).response
  }
  return (request: Uint8Array): Promise<Uint8Array> =>
    answer(request).catch((error: unknown) => {
      if (!(error instanceof ServerRefusal)) throw error
      tell(error.message)
      return Uint8Array.of(statusOf(error))
    })
}
