import type { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { t } from '#platform/text/text.ts'

export type Codes = OutputOf<typeof authenticationProfiles.list.reply>['phoneCodes']

/** Why the phone codes that a profile uses can't be sent; null if nothing prevents them. */
export function phoneCodesFault(of: Codes, named: { sms: boolean; call: boolean }): string | null {
  if (named.sms && !of.sms)
    return t('No SMS gateway is configured, so no text message codes are sent. The server operator must set SMS_URL.')
  if (named.call && !of.call)
    return t("No call gateway is configured, so codes can't be sent by call. The server operator must set CALL_URL.")
  if ((named.sms || named.call) && of.countries.length === 0)
    return t('No country is selected, so no codes are sent to phones.')
  return null
}
