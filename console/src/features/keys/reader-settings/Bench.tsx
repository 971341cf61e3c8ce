import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import type { ReaderSettings } from '@claviger/contract/keys/reader-settings'
import { Button, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { listenForCards } from '../key-activation/card-listener.ts'
import { KeyStatus } from '../security-keys/key-columns.tsx'
import classes from './readers.module.css'

type Reading = OutputOf<typeof readerSettings.tryOut.reply>['readings'][number]

const inWords = ({ format, reversed }: ReaderSettings): string => {
  if (format === 'dec') return reversed ? t('Decimal, bytes reversed') : t('Decimal')
  return reversed ? t('Hexadecimal, bytes reversed') : t('Hexadecimal')
}

function One({ of, save }: { of: Reading; save: (to: ReaderSettings) => void }) {
  const { can } = useSession()
  const [settings] = of.settings
  if (!settings) return null
  return (
    <Stack
      component="li"
      className="cv-box cv-wrap"
      gap={12}
      p={16}
      bd={of.key === null ? undefined : '1px solid var(--cv-accent)'}
    >
      <h3 className="cv-heading">
        {of.settings.map(inWords).join(' · ')} {of.used && <Tag>{t('In use')}</Tag>}
      </h3>
      <Facts
        of={[
          [t('Stored as'), <code key="card">{of.card}</code>],
          [t('Decimal'), <code key="decimal">{of.decimal}</code>],
          [t('Reversed'), <code key="reversed">{of.reversed}</code>],
          [t('Reversed decimal'), <code key="back">{of.reversedDecimal}</code>],
          [t('Padded'), <code key="padded">{of.padded}</code>],
        ]}
      />
      <p>
        {of.key === null ? (
          t('No user has a card with this number.')
        ) : (
          <>
            <Trans
              id="<0/> of {name}"
              values={{ name: of.key.owner.name }}
              components={[
                <Link key="0" to="/dashboard/security-keys/$id" params={{ id: of.key.id }}>
                  {of.key.name}
                </Link>,
              ]}
            />{' '}
            <KeyStatus of={of.key} />
          </>
        )}
      </p>
      {!of.used && can('workspace.write') && (
        <Button variant={of.key === null ? 'default' : 'filled'} onClick={() => save(settings)}>
          {t('Use this setting')}
        </Button>
      )}
    </Stack>
  )
}

export function Bench({ save }: { save: (to: ReaderSettings) => Promise<unknown> }) {
  const [cardId, setCardId] = useState('')
  const { mutate, data, error, isPending } = useWrite(readerSettings.tryOut, { quiet: true })
  useEffect(
    () =>
      listenForCards(number => {
        setCardId(number)
        mutate({ cardId: number })
      }),
    [mutate],
  )
  return (
    <Card title={t('Test reader')}>
      <Stack
        component="form"
        gap={16}
        onSubmit={event => {
          event.preventDefault()
          if (cardId.trim() !== '') mutate({ cardId })
        }}
      >
        <p className="cv-quiet" id="bench-help">
          {t('Hold the card to the reader, or type the number the reader outputs. Nothing is stored.')}
        </p>
        <div className={`cv-with-button ${classes.tap ?? ''}`}>
          <TextInput
            label={t('Tap a card')}
            aria-describedby="bench-help"
            value={cardId}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onFocus={event => event.currentTarget.select()}
            onChange={event => setCardId(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isPending}>
            {t('Read card')}
          </Button>
        </div>
        {error && <Notice level="error">{error.message}</Notice>}
        {data && !error && (
          <Grid
            component="ul"
            columns="repeat(auto-fill, minmax(min(280px, 100%), 1fr))"
            gap={12}
            aria-label={t('Possible readings')}
            aria-live="polite"
          >
            {data.readings.map(reading => (
              <One
                key={reading.card}
                of={reading}
                save={to =>
                  void save(to).then(
                    () => mutate({ cardId }),
                    () => undefined,
                  )
                }
              />
            ))}
          </Grid>
        )}
      </Stack>
    </Card>
  )
}
