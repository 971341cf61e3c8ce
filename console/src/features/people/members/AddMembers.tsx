import { groups } from '@claviger/contract/people/groups'
import { mostMembers } from '@claviger/contract/people/members'
import { Box, Button, Group, Stack, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { DirtyContext } from '#platform/ui/form/context.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PickPeople } from './PickPeople.tsx'
import { readList } from './readList.ts'
import { useFile } from './useFile.ts'
import form from '#platform/ui/form/form.module.css'
import classes from './members.module.css'

const typingPause = 400

export interface AddMembersProps {
  title: string
  /** The target, so that existing members can be marked. */
  within: { group?: string; unit?: string }
  add: (users: string[]) => void
  busy: boolean
  close: () => void
}

function usePasted(text: string, within: AddMembersProps['within']) {
  const [settled] = useDebouncedValue(text, typingPause)
  const values = readList(settled)
  const tooMany = values.length > mostMembers
  const asked = useRead(groups.lookup, { values, ...within }, { when: values.length > 0 && !tooMany, fresh: 10_000 })
  const waiting = settled !== text || (values.length > 0 && !tooMany && asked.isPending)
  return { looked: values.length > 0 && !tooMany ? asked.data : undefined, tooMany, waiting }
}

function Preview({ joining, already, unknown }: { joining: number; already: number; unknown: readonly string[] }) {
  const figures = [
    [t('Will be added'), joining],
    [t('Already a member'), already],
    [t('Unknown'), unknown.length],
  ] as const
  return (
    <Stack gap={8} aria-live="polite">
      <Grid component="dl" columns="repeat(3, minmax(0, 1fr))" gap={8}>
        {figures.map(([label, number]) => (
          <Box className="cv-panel" p="8px 12px" key={label}>
            <dt className="cv-quiet">{label}</dt>
            <Box component="dd" fz={20} fw={600} lh="28px">
              {number}
            </Box>
          </Box>
        ))}
      </Grid>
      {unknown.length > 0 && (
        <Notice level="warning">
          <p>{t("These User IDs or email addresses don't match any user. They will be skipped.")}</p>
          <Box component="p" className="cv-quiet cv-wrap cv-scroll" mah={160}>
            {unknown.length > 50
              ? t('{names} and {rest} more', { names: unknown.slice(0, 50).join(', '), rest: unknown.length - 50 })
              : unknown.join(', ')}
          </Box>
        </Notice>
      )}
    </Stack>
  )
}

function Fields({ within, add, busy, close }: Omit<AddMembersProps, 'title'>) {
  const [picked, setPicked] = useState<string[]>([])
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const holder = use(DirtyContext)
  const file = useFile(setText, setFault)
  const element = useRef<HTMLInputElement>(null)
  const { looked, tooMany, waiting } = usePasted(text, within)
  const joining = [...new Set([...picked, ...(looked?.found ?? []).filter(one => !one.already).map(one => one.id)])]

  useEffect(() => {
    if (holder) holder.current = picked.length > 0 || text !== ''
    return () => {
      if (holder) holder.current = false
    }
  }, [holder, picked, text])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (joining.length === 0) setFault(t("Choose at least one user who isn't a member yet"))
    else add(joining)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <PickPeople label={t('Users')} value={picked} change={setPicked} autoFocus />
      <Textarea
        size="sm"
        label={t('Or paste User IDs or emails')}
        description={t('One per line, pasted or from a CSV file')}
        rows={6}
        value={text}
        onChange={event => {
          setFault(undefined)
          setText(event.currentTarget.value)
        }}
        error={tooMany ? t('Use at most 10,000 lines') : fault}
      />
      <Group gap={8} justify="space-between" wrap="nowrap">
        <input
          ref={element}
          hidden
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={event => void file(event)}
        />
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />}
          onClick={() => element.current?.click()}
        >
          {t('Upload file…')}
        </Button>
      </Group>
      {looked && (
        <Preview
          joining={joining.length}
          already={looked.found.filter(one => one.already).length}
          unknown={looked.unknown}
        />
      )}
      <div className={`${classes.foot ?? ''} cv-ends`}>
        <Button variant="default" onClick={close} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={waiting || tooMany}>
          {joining.length === 0
            ? t('Add users')
            : t('Add {count, plural, one {# user} other {# users}}', { count: joining.length })}
        </Button>
      </div>
    </form>
  )
}

export function AddMembers({ title, ...rest }: AddMembersProps) {
  return (
    <Panel open title={title} close={rest.close}>
      <Fields {...rest} />
    </Panel>
  )
}
