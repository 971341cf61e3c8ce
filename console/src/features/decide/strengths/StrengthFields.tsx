import {
  strengthLevelNames,
  strengthLevels,
  policySignInMethodNames,
  policySignInMethods,
} from '@claviger/contract/decide/policy-content'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { PickMany } from '../policy-content/PickMany.tsx'
import { fromModels } from '../policy-content/name-sources.ts'
import { levelHelp } from './strength-labels.ts'

export function StrengthFields() {
  const { fields } = useFormState()
  const {
    level,
    keyKinds = [],
    models = [],
    withinMinutes,
  } = fields.values as {
    level: keyof typeof levelHelp
    keyKinds?: number[]
    models?: string[]
    withinMinutes: number | null
  }
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} />
      <Text name="description" label={t('Description')} autoComplete="off" maxLength={500} />
      <NativeSelect
        label={t('Minimum strength')}
        description={t(levelHelp[level])}
        value={level}
        data={strengthLevels.map(value => ({ value, label: t(strengthLevelNames[value]) }))}
        onChange={event => fields.set('level', event.currentTarget.value)}
      />
      <Choices
        name="methods"
        label={t('Sign-in methods')}
        placeholder={t('Any method')}
        options={policySignInMethods.map(value => ({ value, label: t(policySignInMethodNames[value]) }))}
      />
      <Checkbox.Group
        label={t('Key types')}
        description={t('Without a selection, any type is enough.')}
        error={fields.errors['keyKinds']}
        value={keyKinds.map(String)}
        onChange={chosen => fields.set('keyKinds', chosen.map(Number))}
      >
        <Group gap="8px 20px" align="stretch" pt={8}>
          {Object.entries(keyKindNames).map(([value, label]) => (
            <Checkbox key={value} size="xs" value={value} label={t(label)} />
          ))}
        </Group>
      </Checkbox.Group>
      <PickMany
        label={t('Key models')}
        from={fromModels}
        value={models}
        error={fields.errors['models']}
        placeholder={t('Any model')}
        change={chosen => fields.set('models', chosen)}
      />
      <Tick
        name="pin"
        label={t('Require user verification')}
        help={t('With a PIN, fingerprint, or face, or as confirmed by a trusted external provider')}
      />
      <NumberInput
        maw={240}
        label={t('Maximum time since sign-in (minutes)')}
        placeholder={t('No limit')}
        value={withinMinutes ?? ''}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        maxLength={6}
        error={fields.errors['withinMinutes']}
        onChange={value => fields.set('withinMinutes', typeof value === 'number' ? value : null)}
      />
    </>
  )
}
