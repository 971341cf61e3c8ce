import { activations } from '@claviger/contract/keys/key-assignment'
import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'

interface ActivationProps {
  finger: boolean
  value: number
  pick: (value: number) => void
  children?: ReactNode
}

export const Activation = ({ finger, value, pick, children }: ActivationProps) => (
  <Radio.Group label={t('Activation')} value={String(value)} onChange={picked => pick(Number(picked))}>
    <Stack gap={8} mt={8}>
      {children}
      <Radio
        size="xs"
        value={String(activations.byUser)}
        disabled={finger}
        label={t('By the user via email')}
        description={
          finger ? t('A fingerprint is enrolled at a reader') : t('The user receives a link that is valid for 7 days')
        }
      />
      <Radio
        size="xs"
        value={String(activations.later)}
        label={t('Later')}
        description={t('The key is saved as pending. No email is sent.')}
      />
    </Stack>
  </Radio.Group>
)
