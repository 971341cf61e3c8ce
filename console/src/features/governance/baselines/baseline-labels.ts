import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import {
  baselinePartNames,
  type Baseline,
  type BaselinePart,
  type Drift,
} from '@claviger/contract/governance/baselines'
import { msg, t } from '#platform/text/text.ts'
import { methodLabels } from '#features/access/authentication-profiles/sign-in-method-labels.ts'
import { conditionOrder, conditions } from '#features/decide/policy-content/conditions.ts'
import { actionNames, demandsOf, itemsOf } from '#features/decide/policy-content/policy-labels.ts'
import { fieldOf, valueOf } from '#features/oversight/activity/activity-fields.ts'
import { stateNames } from '#features/rules/policies/policy-columns.tsx'

export const partName = (part: BaselinePart): string => t(baselinePartNames[part])

const labels: Readonly<Record<string, string>> = {
  hasDigit: msg('Requires a digit'),
  hasSymbol: msg('Requires a special character'),
  hasLowercase: msg('Requires a lowercase letter'),
  hasUppercase: msg('Requires an uppercase letter'),
  notRepeated: msg('No repeated digits'),
  notSequential: msg('No sequential numbers'),
  notGuessable: msg('No years, dates, or card numbers'),
  minLength: msg('Minimum length'),
  maxLength: msg('Maximum length'),
  rememberedPinHours: msg('Remember PIN (hours)'),
  phoneVerification: msg('Phone verification'),
  cardVerification: msg('Access card verification'),
  credentialStorageLocation: msg('Credential storage'),
  proximity: msg('Bluetooth proximity'),
  audit: msg('Log key use'),
  offlineLogin: msg('Works offline'),
  default: msg('Default'),
  methods: msg('Sign-in methods'),
  autoStart: msg('Starts automatically with'),
}

const fieldName = (field: string): string => {
  const condition = conditionOrder.find(name => name === field)
  if (condition !== undefined) return t(conditions[condition].label)
  const label = labels[field]
  return label === undefined ? fieldOf(field) : t(label)
}

/** For example "Access policies · Only in our offices". */
export const itemOf = ({ part, item }: Drift): string =>
  item === null ? partName(part) : `${partName(part)} · ${item}`

/** For example "Access policies · Only in our offices · Priority". */
export const placeOf = (of: Drift): string =>
  `${itemOf(of)} · ${of.field === null ? t('missing') : fieldName(of.field)}`

// A baseline has names instead of IDs
const asNamed = (name: string) => name

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty))

/** A value of a setting in words. */
export function wordsOf(of: Drift, value: unknown): string[] {
  const words = ofField(of, value)
  return words.length === 0 ? ['—'] : words
}

function ofField({ part, item, field }: Drift, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (field === null)
    return Object.entries(value as Record<string, unknown>)
      .filter(([, one]) => !isEmpty(one))
      .flatMap(([name, one]) =>
        ofField({ part, item, field: name }, one).map(words =>
          t('{part}: {names}', { part: fieldName(name), names: words }),
        ),
      )
  const condition = conditionOrder.find(name => name === field)
  const held = { [field]: value, zone: '' } as unknown as PolicyContent
  if (part === 'accessPolicies' && condition !== undefined) return itemsOf(condition, held, asNamed)
  switch (field) {
    case 'entries':
      return value as string[]
    case 'demands':
      return demandsOf(held, asNamed)
    case 'action':
      return [t(actionNames[Number(value)] ?? '')]
    case 'state':
      return [t(stateNames[Number(value)] ?? '')]
    case 'methods':
      return (value as SignInMethod[]).map(way => t(methodLabels[way].label))
    default:
      return [valueOf(value, field)]
  }
}

/** For example "PIN policy · Key policies: Strict". */
export const contentsText = (contents: Baseline['contents']): string =>
  contents
    .map(({ part, items }) =>
      items.length === 0 ? partName(part) : t('{part}: {names}', { part: partName(part), names: items.join(', ') }),
    )
    .join(' · ')
