import { savedViews } from '@claviger/contract/people/saved-views'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function SaveView({
  list,
  query,
  close,
}: {
  list: 'users' | 'workspaces' | 'activity'
  query: string
  close: () => void
}) {
  const [name, setName] = useState('')
  const save = useWrite(savedViews.save, {
    quiet: true,
    done() {
      toast('success', t('View saved'))
      close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ list, name, query })
  }
  return (
    <Dialog open title={t('Save this view')} close={close}>
      <form onSubmit={send}>
        <TextInput
          label={t('Name')}
          data-autofocus
          maxLength={60}
          value={name}
          error={save.error?.message}
          onChange={event => setName(event.currentTarget.value)}
        />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            {t('Save view')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
