import type { ListEntry } from '@claviger/contract/decide/policy-content'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { Box, Button, FileButton, InputBase, Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { listHelp } from './examples.ts'
import classes from './lists.module.css'

const typing = 500
const largest = 4 * 1024 * 1024
const shown = 50

export default function Paste({
  type,
  add,
  close,
}: {
  type: number
  add: (entries: readonly ListEntry[]) => void
  close: () => void
}) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [lines] = useDebouncedValue(text, typing)
  const checked = useRead(namedLists.check, { type, lines }, { when: lines.trim() !== '', quiet: true, fresh: 60_000 })
  const found = lines.trim() === '' ? undefined : checked.data
  const waits = text.trim() !== '' && (lines !== text || checked.isPending)
  const replace = (line: number, by: string) =>
    setText(
      text
        .split(/\r?\n/)
        .map((one, at) => (at === line - 1 ? one.replace(/^[^,;\t]*/, by) : one))
        .join('\n'),
    )
  const replaceAll = () => {
    const by = new Map(
      found?.wrong.flatMap(({ line, instead }) => (instead === null ? [] : [[line, instead] as const])),
    )
    setText(
      text
        .split(/\r?\n/)
        .map((one, at) => one.replace(/^[^,;\t]*/, given => by.get(at + 1) ?? given))
        .join('\n'),
    )
  }
  const choose = async (file: File | null) => {
    if (!file) return
    if (file.size > largest) return setFault(t('This file is larger than 4 MB'))
    setFault(null)
    setText(await file.text())
  }
  const good = found?.entries.length ?? 0
  const mendable = found?.wrong.filter(({ instead }) => instead !== null).length ?? 0
  return (
    <Panel open title={t('Add several entries')} close={close}>
      <Stack gap={14}>
        <InputBase
          component="textarea"
          multiline
          rows={10}
          label={t('Lines')}
          description={
            <>
              {t('One entry per line: the value, optionally followed by a comma and a label.')}{' '}
              {t(listHelp[type] ?? '')}
            </>
          }
          value={text}
          data-autofocus
          onChange={event => setText(event.currentTarget.value)}
        />
        <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={file => void choose(file)}>
          {props => (
            <Button
              {...props}
              style={{ alignSelf: 'start' }}
              variant="default"
              leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />}
            >
              {t('Import CSV file…')}
            </Button>
          )}
        </FileButton>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {checked.isError && <Notice level="error">{checked.error.message}</Notice>}
        <Stack aria-live="polite" gap={14}>
          {waits && <p className="cv-muted">{t('Checking the lines…')}</p>}
          {!waits && found && (
            <>
              <p>{t('{count, plural, one {# line is valid} other {# lines are valid}}', { count: good })}</p>
              {found.wrong.length > 0 && (
                <section>
                  <div className="cv-apart">
                    <h3>
                      {t('{count, plural, one {# line is not valid} other {# lines are not valid}}', {
                        count: found.wrong.length,
                      })}
                    </h3>
                    {mendable > 1 && (
                      <Button variant="default" onClick={replaceAll}>
                        {t('Correct {count, plural, one {# line} other {# lines}}', { count: mendable })}
                      </Button>
                    )}
                  </div>
                  <ul className="cv-ruled">
                    {found.wrong.slice(0, shown).map(({ line, text: given, reason, instead }) => (
                      <Box component="li" className="cv-wrap" py={8} key={line}>
                        <span>
                          {t('Line {line}', { line: String(line) })} · <b>{given}</b>
                        </span>
                        <p className="cv-bad">{reason}</p>
                        {instead !== null && (
                          <Button
                            variant="transparent"
                            className={classes.inline ?? ''}
                            onClick={() => replace(line, instead)}
                          >
                            {t('Use {value}', { value: instead })}
                          </Button>
                        )}
                      </Box>
                    ))}
                  </ul>
                </section>
              )}
              {found.overlaps.length > 0 && (
                <Notice level="warning">
                  {t('{count, plural, one {# entry is} other {# entries are}} part of another entry: {example}', {
                    count: found.overlaps.length,
                    example: found.overlaps
                      .slice(0, 3)
                      .map(({ value, within }) => t('{value} in {within}', { value, within }))
                      .join('; '),
                  })}
                </Notice>
              )}
            </>
          )}
        </Stack>
      </Stack>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={good === 0 || waits}
          onClick={() => {
            add(found?.entries ?? [])
            close()
          }}
        >
          {t('Add {count, plural, one {# entry} other {# entries}}', { count: good })}
        </Button>
      </div>
    </Panel>
  )
}
