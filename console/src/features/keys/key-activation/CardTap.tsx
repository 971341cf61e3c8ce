import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { cardsOfExtension } from '../extension/extension.ts'
import { t } from '#platform/text/text.ts'
import { listenForCards } from './card-listener.ts'
import classes from './activation.module.css'

export function CardTap({ heard, busy }: { heard: (number: string) => void; busy: boolean }) {
  const [byHand, setByHand] = useState(false)
  const [typed, setTyped] = useState('')
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  }, [heard])
  useEffect(() => {
    const ends = [listenForCards, cardsOfExtension].map(from => from(number => latest.current(number)))
    return () => ends.forEach(end => end())
  }, [])
  return (
    <Stack gap={16} align="center" py={16}>
      <IconCreditCard size={64} stroke={1.2} color="var(--cv-accent-text)" aria-hidden />
      <Group component="p" gap={10} wrap="nowrap" role="status">
        <span className={classes.pulse} aria-hidden />
        {busy ? t('Reading…') : t('Waiting for your card…')}
      </Group>
      {byHand ? (
        <form
          className="cv-with-button"
          onSubmit={event => {
            event.preventDefault()
            if (typed.trim() !== '') heard(typed)
          }}
        >
          <TextInput
            label={t('Accesskey/Card ID')}
            value={typed}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy}>
            {t('Continue')}
          </Button>
        </form>
      ) : (
        <Button variant="subtle" onClick={() => setByHand(true)}>
          {t('Nothing happening? Enter the number')}
        </Button>
      )}
    </Stack>
  )
}
