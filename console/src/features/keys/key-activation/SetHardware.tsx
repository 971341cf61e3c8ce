import { Button, Stack, TextInput } from '@mantine/core'
import { IconUsb } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Activation, Ready } from './Activation.tsx'
import { useMaking } from './useMaking.ts'
import type { OpenedLink } from './useOpened.ts'

export function SetHardware({ opened, fault }: OpenedLink) {
  const [name, setName] = useState('')
  const { busy, problem, made, make } = useMaking()
  if (made !== null)
    return (
      <Activation opened={opened} fault={fault} title={t('Security key active')}>
        <Ready says={t('“{name}” is ready to use. You can close this page.', { name: made })} />
      </Activation>
    )
  return (
    <Activation opened={opened} fault={fault} title={t('Activate your security key')}>
      <Stack
        component="form"
        gap={16}
        onSubmit={event => {
          event.preventDefault()
          void make(name)
        }}
      >
        <p className="cv-lead">{t('Plug in the key or have it ready. Your browser asks for its PIN and a touch.')}</p>
        {problem !== null && <Notice level="error">{problem}</Notice>}
        <TextInput
          size="md"
          label={t('Key name')}
          placeholder={opened?.keyName ?? ''}
          value={name}
          maxLength={100}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={busy}
          leftSection={<IconUsb size={18} stroke={1.7} aria-hidden />}
        >
          {t('Create passkey')}
        </Button>
      </Stack>
    </Activation>
  )
}
