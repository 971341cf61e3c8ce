import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { useDraft } from './page-draft.ts'

export default function Rename({ close }: { close: () => void }) {
  const { name, rename } = useDraft()
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState(false)
  const take = (event: FormEvent) => {
    event.preventDefault()
    const next = typed.trim()
    setWrong(next === '')
    if (next === '') return
    rename(next)
    close()
  }
  return (
    <Dialog open title={t('Rename page')} close={close}>
      <form onSubmit={take} noValidate>
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('Name')}
            value={typed}
            maxLength={100}
            error={wrong && t('Name is required')}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <div className="cv-ends">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit">{t('Rename page')}</Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}
