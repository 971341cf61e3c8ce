import { keyActivation } from '@claviger/contract/keys/key-activation'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconCreditCard, IconKeyboard, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useExtension } from '../extension/extension.ts'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Activation, Ready } from './Activation.tsx'
import { CardTap } from './CardTap.tsx'
import { PinStep } from './PinStep.tsx'
import type { OpenedLink } from './useOpened.ts'

function Needed() {
  const needed = [
    [IconPlug, t('The reader is plugged in'), t('It lights up or beeps when connected to power.')],
    [
      IconKeyboard,
      t('The reader types numbers, or its driver is running'),
      t('Most readers type the card number like a keyboard.'),
    ],
    [IconCreditCard, t('You have your card'), t('The card you received, or your existing access card.')],
  ] as const
  return (
    <Stack component="ol" className="cv-box" gap={10} p={16}>
      {needed.map(([Icon, what, help]) => (
        <Group component="li" gap={12} align="flex-start" wrap="nowrap" key={what}>
          <Box component="span" flex="none" mt={2} lh={0}>
            <Icon size={20} stroke={1.6} color="var(--cv-accent-text)" aria-hidden />
          </Box>
          <span>
            <Box component="b" display="block">
              {what}
            </Box>
            <span className="cv-lead">{help}</span>
          </span>
        </Group>
      ))}
    </Stack>
  )
}

export function SetCard({ opened, fault }: OpenedLink) {
  const [step, setStep] = useState<'ready' | 'tap' | 'pin'>('ready')
  const [cardId, setCardId] = useState('')
  const rules = useRead(keyActivation.pinConfig, {}, { when: opened?.pin === true, quiet: true, fresh: Infinity })
  const handOver = useExtension()
  // The card is typically used to sign in next, so hand it to the extension
  const finish = useWrite(keyActivation.setCard, { quiet: true, done: () => void handOver(cardId) })
  const tap = useWrite(keyActivation.tap, { quiet: true })
  const tapped = (number: string) => {
    if (tap.isPending || finish.isPending) return
    setCardId(number)
    tap.mutate(
      { cardId: number },
      { onSuccess: () => (opened?.pin ? setStep('pin') : finish.mutate({ cardId: number })) },
    )
  }
  const recovers = opened?.recovers === true
  const titles = {
    ready: recovers ? t('Set a new PIN') : t('Activate your card'),
    tap: t('Tap Your Card'),
    pin: t('Set PIN'),
  }
  const skipped = opened?.pin === true && finish.variables?.pin === undefined
  const problem = (finish.error ?? tap.error)?.message
  if (finish.data)
    return (
      <Activation
        opened={opened}
        fault={fault}
        title={recovers && !skipped ? t('Your PIN has been changed.') : t('Card active')}
      >
        <Ready
          says={
            recovers && !skipped
              ? t('Use the new PIN from your next tap.')
              : t('Your card is ready to use. You can close this page.')
          }
        >
          {skipped && (
            <Notice>
              {t(
                'You set the PIN at your next tap. Keep the card with you until then, because the next person to tap it sets the PIN.',
              )}
            </Notice>
          )}
        </Ready>
      </Activation>
    )
  return (
    <Activation opened={opened} fault={fault} title={titles[step]} wide={step === 'pin'}>
      {problem !== undefined && <Notice level="error">{problem}</Notice>}
      {step === 'ready' && (
        <>
          <Needed />
          <Button size="lg" fullWidth onClick={() => setStep('tap')}>
            {recovers ? t('Tap your card to continue') : t('Tap your card to activate')}
          </Button>
        </>
      )}
      {step === 'tap' && <CardTap heard={tapped} busy={tap.isPending || finish.isPending} />}
      {step === 'pin' && rules.data && (
        <PinStep
          rules={rules.data.pinConfig}
          busy={finish.isPending}
          skip
          set={pin => finish.mutate({ cardId, ...(pin !== undefined && { pin }) })}
        />
      )}
    </Activation>
  )
}
