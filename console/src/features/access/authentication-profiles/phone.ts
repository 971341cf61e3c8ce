import type { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { t } from '../../../ground/text/text.ts'

/** Which gateways there are, and the countries that were chosen. */
export type Codes = OutputOf<typeof authenticationProfiles.list.reply>['phoneCodes']

/** What keeps codes by phone back that a profile names; null where nothing does. */
export function whyNone(of: Codes, named: { sms: boolean; call: boolean }): string | null {
  if (named.sms && !of.sms)
    return t('No gateway for text messages is set, so no code goes by them. Whoever runs this service sets SMS_URL.')
  if (named.call && !of.call)
    return t('No gateway for calls is set, so no code is read in one. Whoever runs this service sets CALL_URL.')
  if ((named.sms || named.call) && of.countries.length === 0)
    return t('No country is chosen yet, so no code goes to any phone.')
  return null
}
