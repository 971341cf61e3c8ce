import { Group, NumberInput, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useId } from 'react'
import { t } from '#platform/text/text.ts'
import { useField } from '#platform/ui/form/context.ts'
import classes from '../settings.module.css'

const usual = 5

/** Maximum number of keys per user; an empty number is an error, not "no limit". */
export function Limit() {
  const { fields, props, size } = useField('keysPerUser')
  const value = fields.values['keysPerUser']
  const id = useId()
  const limited = value !== null
  return (
    <Group gap="8px 16px" mih={32} p="2px 0">
      <Switch
        size="xs"
        withThumbIndicator={false}
        label={t('Limit keys per user')}
        checked={limited}
        onChange={event => fields.set('keysPerUser', event.currentTarget.checked ? usual : null)}
      />
      {limited && (
        <Group component="span" className={`${classes.bound ?? ''} cv-quiet`} gap={8} wrap="nowrap">
          <NumberInput
            size={size}
            aria-label={t('Maximum keys per user')}
            aria-describedby={props.error ? id : undefined}
            error={Boolean(props.error)}
            value={typeof value === 'number' ? value : ''}
            allowNegative={false}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            maxLength={4}
            inputMode="numeric"
            onChange={next => fields.set('keysPerUser', typeof next === 'number' ? next : undefined)}
            onBlur={() => fields.checkOne('keysPerUser')}
          />
          {t('keys')}
        </Group>
      )}
      {props.error && (
        <p id={id} className="cv-fault">
          {props.error}
        </p>
      )}
    </Group>
  )
}
