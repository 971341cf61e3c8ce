import { pinRules } from '@claviger/contract/platform/pin'
import type { SettingsRow } from './workspace-settings.store.ts'

const rules: Record<number, string> = {
  [pinRules.digit]: 'a digit',
  [pinRules.symbol]: 'a symbol',
  [pinRules.lowercase]: 'a lowercase letter',
  [pinRules.uppercase]: 'an uppercase letter',
  [pinRules.maxLength]: 'at most',
  [pinRules.minLength]: 'at least',
  [pinRules.notRepeated]: 'not one character repeated',
  [pinRules.notSequential]: 'no sequence',
  [pinRules.notGuessable]: 'no year, date, or card number',
}

const permissions: Record<number, string> = { 101: 'monitor', 102: 'delete', 103: 'edit', 104: 'reset' }
const storages: Record<number, string> = { 1: 'on the phone', 2: 'with us', 3: 'with the vendor' }

export const inWords = (row: SettingsRow): Record<string, unknown> => ({
  rules: row.pin_rules.map(({ type, value }) => (value === undefined ? rules[type] : `${rules[type]} ${value}`)),
  rememberedHours: row.remembered_pin_hours,
  endUsersMay: row.user_panel ? row.user_permissions.map(permission => permissions[permission]) : [],
  cardVerification: row.card_verification,
  phoneVerification: row.phone_verification,
  credentialStorage: storages[row.credential_storage],
  offline: row.offline,
  audit: row.audit,
  keysPerUser: row.keys_per_user,
  cardSignIn: row.card_sign_in,
  cardNetworks: row.card_networks,
  phoneCountries: row.phone_countries,
  proximity: row.proximity,
  identityProvider: row.identity_provider,
  attributeNames: row.attribute_names,
  activityDays: row.activity_days,
  sessionHours: row.session_hours,
  reauthenticationMinutes: row.reauthentication_minutes,
})
