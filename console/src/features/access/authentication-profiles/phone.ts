import type { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { t } from '../../../ground/text/text.ts'

/** Which gateways there are, and the countries that were chosen. */
export type Codes = OutputOf<typeof authenticationProfiles.list.reply>['phoneCodes']

/** What keeps codes by phone back that a profile names; null where nothing does. */
export function whyNone(of: Codes, named: { sms: boolean; call: boolean }): string | null {
  if (named.sms && !of.sms)
    return t('No SMS gateway is configured, so no text message codes are sent. The server operator must set SMS_URL.')
  if (named.call && !of.call)
    return t("No call gateway is configured, so codes can't be sent by call. The server operator must set CALL_URL.")
  if ((named.sms || named.call) && of.countries.length === 0)
    return t('No country is selected, so no codes are sent to phones.')
  return null
}
