import type { AttemptReason } from '@claviger/contract/apps/attempts'
import type { Unsaid } from '@claviger/contract/ground/wording'
import { sentIn } from './attempts.ts'
import { msg, unsaid } from '../../../ground/languages.ts'

const plain: Record<AttemptReason, string> = {
  off: msg('The application is switched off'),
  'not-assigned': msg('The application is not assigned to this person'),
  policy: msg('An access policy refused this'),
  'user-inactive': msg('This person is suspended, deactivated or deleted'),
  'demand-unmet': msg('The application demands another way to sign in than this person used'),
  'sign-in-given-up': msg('The person did not finish signing in'),
  malformed: msg('The request cannot be read'),
  'rate-limited': msg('Too many requests came within a short time'),
  'unknown-client': msg('No application here has this client ID'),
  'redirect-differs': msg('The redirect address is not registered'),
  'post-logout-differs': msg('The address to go to after signing out is not registered'),
  'secret-wrong': msg('The application proved itself with a wrong secret or key'),
  'auth-method-differs': msg('The application proves itself in another way than is registered'),
  'pkce-missing': msg('The application does not use PKCE, which is required'),
  'pkce-wrong': msg('The proof of PKCE is wrong, so another program may have brought the code'),
  'code-spent': msg('The code was used before, or has expired'),
  'refresh-spent': msg('The refresh token was used before, so all that came from it was ended'),
  'scope-not-allowed': msg('The application asks for a scope that it was not given'),
  'claim-not-allowed': msg('The application asks for what it is not told, and was answered without'),
  'grant-not-allowed': msg('The application asks in a way that it was not given'),
  'response-type-not-allowed': msg('The application asks for an answer of a kind that it was not given'),
  'consent-refused': msg('The person did not allow what the application asked for'),
  'request-object-wrong': msg('The signed request is not valid'),
  'dpop-wrong': msg('The proof of the key (DPoP) is missing or not valid'),
  'device-code-over': msg('The code of the device has expired or was refused'),
  'hint-wrong': msg('What names the person to confirm (id_token_hint) is not valid here'),
  'person-differs': msg('Somebody else signed in than the person to confirm'),
  'person-unproven': msg('Nothing but the address showed that the user is the one to confirm'),
  'unknown-entity': msg('No application here has this entity ID'),
  'acs-differs': msg('The address that should take the assertion is not registered'),
  'signature-missing': msg('The request is not signed, but must be'),
  'signature-wrong': msg('The signature does not fit the registered certificates'),
  'destination-differs': msg('The request was meant for another address'),
  'request-expired': msg('The request is too old or from the future: compare the clocks'),
  'request-repeated': msg('The request came a second time'),
  'name-id-format-differs': msg('The application asks for another NameID format than is registered'),
  'idp-initiated-not-allowed': msg('The application may not be started from here'),
  other: msg('The request was refused'),
}

/** Of two addresses that differ in one thing, which that is, in a sentence. */
function nearMiss(asked: string, registered: string): string | undefined {
  if (asked === `${registered}/` || `${asked}/` === registered)
    return msg('The address {asked} differs from the registered {registered} by a slash at its end')
  if (asked.toLowerCase() === registered.toLowerCase())
    return msg('The address {asked} differs from the registered {registered} by capital letters')
  if (asked.replace(/^https?:/, '') === registered.replace(/^https?:/, ''))
    return msg('The address {asked} differs from the registered {registered} by http and https')
  if (asked.split('?')[0] === registered.split('?')[0])
    return msg('The address {asked} differs from the registered {registered} by what follows the question mark')
  return undefined
}

/** Why a request was refused, in words; near misses are said. */
export function reasonInWords(
  code: AttemptReason,
  details: Readonly<Record<string, string>>,
  registered: readonly string[],
): Unsaid | string {
  const { policy = '', problem = '', claim = '' } = details
  const asked = sentIn(details)
  const differs = code === 'redirect-differs' || code === 'post-logout-differs' || code === 'acs-differs'
  if (differs)
    for (const one of registered) {
      const sentence = nearMiss(asked, one)
      if (sentence !== undefined) return unsaid(sentence, { asked, registered: one })
    }
  if (differs && asked !== '') return unsaid('The address {asked} is not registered', { asked })
  if (code === 'policy' && policy !== '') return unsaid('The access policy “{policy}” refused this', { policy })
  if (code === 'scope-not-allowed' && asked !== '')
    return unsaid('The application asks for the scope {asked}, which it was not given', { asked })
  if (code === 'claim-not-allowed' && claim !== '')
    return unsaid('The application asks for {claim} by name, which it is not told, and was answered without', { claim })
  if (code === 'other' && problem !== '') return unsaid('The request was refused: {reason}', { reason: problem })
  return plain[code]
}
