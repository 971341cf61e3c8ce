import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'

export function TryAutomatic() {
  const { calls, fixed } = useSource()
  const { page, settings } = useDraft()
  const [cardId, setCardId] = useState('')
  const [person, setPerson] = useState('')
  const ask = useWrite(calls.tryAutomatic, { quiet: true })
  const saved = page.settings.automatic.url !== null && page.settings.automatic.url === settings.automatic.url
  if (!page.hasSecret || !saved) return null
  const { data, error } = ask
  return (
    <>
      <Group gap="14px 24px" align="stretch">
        <TextInput
          label={t('Card')}
          value={cardId}
          maxLength={60}
          autoComplete="off"
          onChange={event => setCardId(event.currentTarget.value)}
        />
        <TextInput
          label={t('User ID or email')}
          value={person}
          maxLength={254}
          autoComplete="off"
          onChange={event => setPerson(event.currentTarget.value)}
        />
      </Group>
      <div className="cv-row cv-quiet cv-wrap">
        <Button
          variant="default"
          loading={ask.isPending}
          disabled={cardId.trim() === '' || person.trim() === ''}
          onClick={() => ask.mutate({ ...fixed, page: page.id, cardId, person })}
        >
          {t('Test now')}
        </Button>
      </div>
      {error && <Notice level="error">{error.fields[0]?.message ?? error.message}</Notice>}
      {data && !error && (
        <Notice level={data.belongs ? 'info' : 'warning'}>
          {data.belongs
            ? t('Confirmed after {time} ms.', { time: data.milliseconds })
            : t('Not confirmed after {time} ms: {reason}. The user would not be verified.', {
                time: data.milliseconds,
                reason: data.reason ?? '',
              })}
        </Notice>
      )}
    </>
  )
}
