import {
  GroupRule,
  type RuleCondition,
  ruleFieldNames,
  ruleFields,
  ruleOperatorNames,
  ruleOperators,
} from '@claviger/contract/people/groups/rules'
import { groups } from '@claviger/contract/people/groups'
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

const typingPause = 400
const mostConditions = 20
const fieldOptions = () => ruleFields.map(value => ({ value, label: t(ruleFieldNames[value]) }))
const operatorOptions = () => ruleOperators.map(value => ({ value, label: t(ruleOperatorNames[value]) }))
const matchOptions = () => [
  { value: 'all', label: t('all of these conditions match') },
  { value: 'any', label: t('any of these conditions matches') },
]

export const emptyRule: GroupRule = {
  match: 'all',
  conditions: [{ field: 'scimAttribute1', operator: 'is', value: '' }],
}

function Condition({
  at,
  is,
  change,
  remove,
}: {
  at: number
  is: RuleCondition
  change: (to: RuleCondition) => void
  remove?: () => void
}) {
  const { fields } = useFormState()
  return (
    <Grid component="li" className="cv-panel" columns="minmax(0, 1fr) minmax(0, 1fr) 32px" gap={8} align="start" p={12}>
      <Select
        size="sm"
        aria-label={t('Field of condition {at}', { at: at + 1 })}
        data={fieldOptions()}
        value={is.field}
        allowDeselect={false}
        onChange={value => change({ ...is, field: value as RuleCondition['field'] })}
      />
      <Select
        size="sm"
        aria-label={t('Comparison of condition {at}', { at: at + 1 })}
        data={operatorOptions()}
        value={is.operator}
        allowDeselect={false}
        onChange={value => change({ ...is, operator: value as RuleCondition['operator'] })}
      />
      {remove ? (
        <ActionIcon aria-label={t('Remove condition {at}', { at: at + 1 })} onClick={remove}>
          <IconX size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
      {is.operator !== 'is-empty' && (
        <TextInput
          size="sm"
          style={{ gridColumn: '1 / 3' }}
          aria-label={t('Value of condition {at}', { at: at + 1 })}
          placeholder={t('Value')}
          value={is.value}
          error={fields.errors[`rule.conditions.${at}.value`]}
          onChange={event => change({ ...is, value: event.currentTarget.value })}
        />
      )}
    </Grid>
  )
}

function Preview({ rule }: { rule: GroupRule }) {
  const [settled] = useDebouncedValue(rule, typingPause)
  const complete = z.safeParse(GroupRule, settled).success
  const asked = useRead(groups.previewRule, settled, { when: complete, keepEarlier: true, fresh: 10_000 })
  if (!complete)
    return (
      <Stack component="p" className="cv-quiet" gap={4}>
        {t('Fill in the conditions to see the matching users.')}
      </Stack>
    )
  if (!asked.data)
    return (
      <Stack component="p" className="cv-quiet" gap={4}>
        {t('Counting…')}
      </Stack>
    )
  const { count, names } = asked.data
  return (
    <Stack className="cv-quiet" gap={4} aria-live="polite">
      <p>
        <Trans
          id="{count, plural, one {<0># user</0> matches} other {<0># users</0> match}} this rule."
          values={{ count }}
          components={[<b key="count" />]}
        />
      </p>
      {names.length > 0 && (
        <p>
          {count > names.length
            ? t('{names} and {count, plural, one {# more} other {# more}}', {
                names: names.join(', '),
                count: count - names.length,
              })
            : names.join(', ')}
        </p>
      )}
    </Stack>
  )
}

export function RuleFields() {
  const { fields } = useFormState()
  const rule = (fields.values['rule'] as GroupRule | null | undefined) ?? emptyRule
  const set = (to: Partial<GroupRule>) => fields.set('rule', { ...rule, ...to })
  const put = (at: number, to: RuleCondition) =>
    set({ conditions: rule.conditions.map((one, i) => (i === at ? to : one)) })
  return (
    <Stack component="fieldset" gap={12} miw={0}>
      <legend className="cv-hidden">{t('Rule')}</legend>
      <Select
        size="sm"
        label={t('A user is a member when')}
        data={matchOptions()}
        value={rule.match}
        allowDeselect={false}
        onChange={value => set({ match: value as GroupRule['match'] })}
      />
      <Stack component="ul" gap={12}>
        {rule.conditions.map((is, at) => (
          <Condition
            // Conditions have no name of their own
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            at={at}
            is={is}
            change={to => put(at, to)}
            {...(rule.conditions.length > 1
              ? { remove: () => set({ conditions: rule.conditions.filter((_, i) => i !== at) }) }
              : {})}
          />
        ))}
      </Stack>
      {rule.conditions.length < mostConditions && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() =>
              set({ conditions: [...rule.conditions, { field: 'email', operator: 'contains', value: '' }] })
            }
          >
            {t('Add condition')}
          </Button>
        </div>
      )}
      <Preview rule={rule} />
    </Stack>
  )
}
