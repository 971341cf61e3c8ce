import type { AttemptReason } from '@claviger/contract/apps/attempts'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { sentIn } from './attempts.ts'
import { msg, deferText } from '#platform/languages.ts'

const plain: Record<AttemptReason, string> = {
  off: msg('The application is turned off'),
  'not-assigned': msg('The application is not assigned to this user'),
  policy: msg('An access policy refused the sign-in'),
  'user-inactive': msg('The user is suspended, deactivated, or deleted'),
  'demand-unmet': msg('The application requires a different sign-in method than the user used'),
  'sign-in-given-up': msg("The user didn't complete the sign-in"),
  malformed: msg("The request can't be read"),
  'rate-limited': msg('Too many requests in a short time'),
  'unknown-client': msg('No application here has this client ID'),
  'redirect-differs': msg('The redirect address is not registered'),
  'post-logout-differs': msg('The post-sign-out redirect address is not registered'),
  'secret-wrong': msg('The application authenticated with a wrong secret or key'),
  'auth-method-differs': msg('The application used a different client authentication than registered'),
  'pkce-missing': msg("The application doesn't use PKCE, which is required"),
  'pkce-wrong': msg('The PKCE verifier is wrong. The code might have been sent by another program'),
  'code-spent': msg('The code was already used or has expired'),
  'refresh-spent': msg('The refresh token was already used, so all tokens issued from it were revoked'),
  'scope-not-allowed': msg("The application requested a scope it isn't allowed to use"),
  'claim-not-allowed': msg(
    "The application requested a claim it isn't allowed to receive. The claim was omitted from the response",
  ),
  'grant-not-allowed': msg("The application used a grant it isn't allowed to use"),
  'response-type-not-allowed': msg("The application requested a response type it isn't allowed to use"),
  'consent-refused': msg("The user didn't consent to the application's request"),
  'request-object-wrong': msg('The signed request is not valid'),
  'dpop-wrong': msg('The DPoP proof is missing or not valid'),
  'device-code-over': msg('The device code has expired or was refused'),
  'hint-wrong': msg('The hint for the expected user (id_token_hint) is not valid here'),
  'person-differs': msg('A different user than expected signed in'),
  'person-unproven': msg('Nothing but the address showed that the user is the one to confirm'),
  'unknown-entity': msg('No application here has this entity ID'),
  'acs-differs': msg('The ACS URL in the request is not registered'),
  'signature-missing': msg('The request is not signed, but a signature is required'),
  'signature-wrong': msg("The signature doesn't match the registered certificates"),
  'destination-differs': msg('The request was sent to the wrong address'),
  'request-expired': msg('The request is too old or its time is in the future. Compare the clocks of both servers'),
  'request-repeated': msg('The request was sent twice'),
  'name-id-format-differs': msg('The application requested a different name ID format than registered'),
  'idp-initiated-not-allowed': msg("The application can't be started from here"),
  other: msg('The request was refused'),
}

function nearMiss(asked: string, registered: string): string | undefined {
  if (asked === `${registered}/` || `${asked}/` === registered)
    return msg('The address {asked} differs from the registered {registered} by a trailing slash')
  if (asked.toLowerCase() === registered.toLowerCase())
    return msg('The address {asked} differs from the registered {registered} by uppercase and lowercase letters')
  if (asked.replace(/^https?:/, '') === registered.replace(/^https?:/, ''))
    return msg('The address {asked} differs from the registered {registered} by http or https')
  if (asked.split('?')[0] === registered.split('?')[0])
    return msg('The address {asked} differs from the registered {registered} after the question mark')
  return undefined
}

const exceeded: Readonly<Record<string, string>> = {
  bytes: msg("The request can't be read: it is larger than {most} bytes"),
  elements: msg("The request can't be read: it has more than {most} elements"),
  levels: msg("The request can't be read: it is nested deeper than {most} levels"),
  characters: msg("The request can't be read: a value in it is longer than {most} characters"),
  relayState: msg("The request can't be read: RelayState is longer than {most} bytes"),
}

function exceededReason({ problem = '', counted = '', most = '' }: Readonly<Record<string, string>>) {
  const what = problem === 'relay-state' ? 'relayState' : problem === 'document-too-large' ? counted : ''
  const sentence = exceeded[what]
  return sentence === undefined ? undefined : deferText(sentence, { most: Number(most) })
}

function samlReason(
  code: AttemptReason,
  asked: string,
  details: Readonly<Record<string, string>>,
): DeferredText | undefined {
  const { problem = '', index = '', declared = '', registered = '' } = details
  if (code === 'acs-differs' && index !== '')
    return deferText(
      'The application asked for the ACS URL with index {index}. No URL with this index and POST binding is registered',
      { index },
    )
  if (code === 'name-id-format-differs' && asked !== '')
    return deferText('The application requested the name ID format {asked}, but {registered} is set here', {
      asked,
      registered,
    })
  if (code === 'malformed' && problem === 'document-encoding' && declared !== '')
    return deferText(
      "The request can't be read: its XML declaration names the encoding {declared}, but requests must be UTF-8",
      { declared },
    )
  if (code === 'malformed' && problem === 'issued-form')
    return deferText(
      "The request can't be read: IssueInstant “{asked}” is not a date and time with a time zone, such as 2026-01-31T12:00:00Z",
      { asked },
    )
  return code === 'malformed' ? exceededReason(details) : undefined
}

export function reasonInWords(
  code: AttemptReason,
  details: Readonly<Record<string, string>>,
  registered: readonly string[],
): DeferredText | string {
  const { policy = '', problem = '', claim = '' } = details
  const asked = sentIn(details)
  const saml = samlReason(code, asked, details)
  if (saml) return saml
  const differs = code === 'redirect-differs' || code === 'post-logout-differs' || code === 'acs-differs'
  if (differs)
    for (const one of registered) {
      const sentence = nearMiss(asked, one)
      if (sentence !== undefined) return deferText(sentence, { asked, registered: one })
    }
  if (differs && asked !== '') return deferText('The address {asked} is not registered', { asked })
  if (code === 'policy' && policy !== '')
    return deferText('The access policy “{policy}” refused the sign-in', { policy })
  if (code === 'scope-not-allowed' && asked !== '')
    return deferText("The application requested the scope {asked}, which it isn't allowed to use", { asked })
  if (code === 'claim-not-allowed' && claim !== '')
    return deferText(
      "The application requested the claim {claim}, which it isn't allowed to receive. The claim was omitted from the response",
      { claim },
    )
  if (code === 'other' && problem !== '') return deferText('The request was refused: {reason}', { reason: problem })
  return plain[code]
}
