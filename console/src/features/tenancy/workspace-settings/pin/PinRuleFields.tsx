import { pinRules } from '@claviger/contract/platform/pin'
import type { PinRule } from '@claviger/contract/platform/pin'
import { Checkbox, Group, NumberInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useId } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import classes from '../settings.module.css'

interface Choice {
  type: number
  label: string
  help?: string
  first?: number
}

const choices: readonly Choice[] = [
  { type: pinRules.minLength, label: msg('Minimum length'), first: 6 },
  { type: pinRules.maxLength, label: msg('Maximum length'), first: 12 },
  { type: pinRules.digit, label: msg('Requires a digit') },
  { type: pinRules.symbol, label: msg('Requires a special character') },
  { type: pinRules.lowercase, label: msg('Requires a lowercase letter') },
  { type: pinRules.uppercase, label: msg('Requires an uppercase letter') },
  { type: pinRules.notRepeated, label: msg('No repeated digits'), help: msg('Refuses 1111 but allows 1122') },
  {
    type: pinRules.notSequential,
    label: msg('No sequential numbers'),
    help: msg('Refuses 123, 321, and abc anywhere in a PIN'),
  },
  {
    type: pinRules.notGuessable,
    label: msg('No years, dates, or card numbers'),
    help: msg('Refuses 1984, 24121984, and parts of the number of the card'),
  },
]

function Bound({ rule, label, set }: { rule: PinRule; label: string; set: (value: number | undefined) => void }) {
  return (
    <Group component="span" className={`${classes.bound ?? ''} cv-quiet`} gap={8} wrap="nowrap">
      <NumberInput
        size="sm"
        aria-label={t('{label} in characters', { label })}
        value={rule.value ?? ''}
        allowNegative={false}
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        maxLength={3}
        inputMode="numeric"
        onChange={value => set(typeof value === 'number' ? value : undefined)}
      />
      {t('characters')}
    </Group>
  )
}

export function PinRuleFields() {
  const { fields } = useFormState()
  const id = useId()
  const rules = fields.values['rules'] as readonly PinRule[]
  const fault = Object.entries(fields.errors).find(([path]) => path.split('.')[0] === 'rules')?.[1]
  const of = (type: number) => rules.find(rule => rule.type === type)
  const put = (rule: PinRule) =>
    fields.set(
      'rules',
      [...rules.filter(({ type }) => type !== rule.type), rule].toSorted((a, b) => a.type - b.type),
    )
  const turn = ({ type, first }: Choice, on: boolean) =>
    on
      ? put(first === undefined ? { type } : { type, value: first })
      : fields.set(
          'rules',
          rules.filter(rule => rule.type !== type),
        )
  return (
    <div role="group" aria-label={t('Rules')} aria-describedby={fault ? id : undefined}>
      {choices.map(choice => {
        const rule = of(choice.type)
        return (
          <Group key={choice.type} gap="8px 16px" mih={32} p="2px 0">
            <Checkbox
              size="xs"
              label={t(choice.label)}
              description={choice.help && t(choice.help)}
              checked={rule !== undefined}
              error={Boolean(fault) && rules.length === 0}
              onChange={event => turn(choice, event.currentTarget.checked)}
            />
            {rule && choice.first !== undefined && (
              <Bound
                rule={rule}
                label={t(choice.label)}
                set={value => put(value === undefined ? { type: choice.type } : { type: choice.type, value })}
              />
            )}
          </Group>
        )
      })}
      {fault && (
        <p id={id} className="cv-fault">
          {fault}
        </p>
      )}
    </div>
  )
}
