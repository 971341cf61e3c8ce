import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import form from '#platform/ui/form/form.module.css'
import classes from './members.module.css'

export function JoinPanel({
  title,
  label,
  options,
  busy,
  close,
  join,
}: {
  title: string
  label: string
  options: readonly { id: string; name: string }[]
  busy: boolean
  close: () => void
  join: (ids: string[]) => void
}) {
  const [chosen, setChosen] = useState<string[]>([])
  const [fault, setFault] = useState<string>()
  return (
    <Panel open title={title} close={close}>
      <form
        className={form.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (chosen.length === 0) setFault(t('Choose at least one'))
          else join(chosen)
        }}
      >
        <MultiSelect
          size="sm"
          label={label}
          data={options.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          error={fault}
          searchable
          nothingFoundMessage={t('No match')}
          data-autofocus
          onChange={ids => {
            setFault(undefined)
            setChosen(ids)
          }}
        />
        <div className={`${classes.foot ?? ''} cv-ends`}>
          <Button variant="default" onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Add')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
