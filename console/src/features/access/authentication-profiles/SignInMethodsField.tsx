import { type SignInMethod, signInMethods } from '@claviger/contract/access/sign-in.ways'
import { ActionIcon, Checkbox, Group, Stack } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { methodLabels } from './sign-in-method-labels.ts'

export function SignInMethodsField() {
  const { fields } = useFormState()
  const list = useRef<HTMLUListElement>(null)
  const chosen = (fields.values['methods'] as SignInMethod[] | undefined) ?? []
  const rest = signInMethods.filter(way => !chosen.includes(way))
  const move = (way: SignInMethod, by: number) => {
    const at = chosen.indexOf(way)
    const next = chosen.filter(one => one !== way)
    next.splice(at + by, 0, way)
    fields.set('methods', next)
    // The focused button moves with its row; at either end it is disabled, so focus the row's other button
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(
          `[data-way="${way}"] button[data-by="${by}"]:not(:disabled), [data-way="${way}"] button:not(:disabled)`,
        )
        ?.focus(),
    )
  }
  const row = (way: SignInMethod, at: number) => {
    const { label, help, icon: Icon } = methodLabels[way]
    const on = at >= 0
    return (
      <Group
        key={way}
        data-way={way}
        component="li"
        gap={8}
        justify="space-between"
        wrap="nowrap"
        mih={56}
        p="8px 12px"
      >
        <Checkbox
          size="xs"
          checked={on}
          label={
            <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
              <Icon size={16} stroke={1.7} aria-hidden />
              {t(label)}
            </Group>
          }
          description={t(help)}
          onChange={() => {
            fields.set('methods', on ? chosen.filter(one => one !== way) : [...chosen, way])
            if (on && fields.values['autoStart'] === way) fields.set('autoStart', '')
          }}
        />
        {on && (
          <Group component="span" gap={0} align="stretch" wrap="nowrap" flex="none">
            {([-1, 1] as const).map(by => (
              <ActionIcon
                key={by}
                data-by={by}
                variant="subtle"
                disabled={by < 0 ? at === 0 : at === chosen.length - 1}
                aria-label={
                  by < 0 ? t('Move {name} up', { name: t(label) }) : t('Move {name} down', { name: t(label) })
                }
                onClick={() => move(way, by)}
              >
                {by < 0 ? <IconArrowUp size={16} stroke={1.7} /> : <IconArrowDown size={16} stroke={1.7} />}
              </ActionIcon>
            ))}
          </Group>
        )}
      </Group>
    )
  }
  return (
    <Stack component="fieldset" gap={8}>
      <legend>{t('Sign-in methods, in page order')}</legend>
      <ul ref={list} className="cv-box cv-ruled">
        {chosen.map((way, at) => row(way, at))}
        {rest.map(way => row(way, -1))}
      </ul>
      {fields.errors['methods'] && (
        <p role="alert" className="cv-fault">
          {fields.errors['methods']}
        </p>
      )}
    </Stack>
  )
}
