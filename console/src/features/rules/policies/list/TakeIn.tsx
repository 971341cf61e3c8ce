import { policies } from '@claviger/contract/rules/policies'
import { Box, Button, FileButton, Group, Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

const outcomes = {
  new: { word: msg('New'), tone: 'ok' },
  changed: { word: msg('Changed'), tone: 'warn' },
  same: { word: msg('Unchanged'), tone: 'mute' },
  wrong: { word: msg('Invalid'), tone: 'bad' },
} as const

const largest = 4 * 1024 * 1024

export default function TakeIn({ close }: { close: () => void }) {
  const [text, setText] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const look = useWrite(policies.takeIn, { quiet: true })
  const apply = useWrite(policies.takeIn, {
    quiet: true,
    done({ items }) {
      const taken = items.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length
      toast(
        'success',
        t('{count, plural, one {# policy or list} other {# policies and lists}} imported', { count: taken }),
      )
      close()
    },
  })
  const choose = async (file: File | null) => {
    if (!file) return
    if (file.size > largest) return setFault(t('This file is larger than 4 MB'))
    const given = await file.text()
    setFault(null)
    setText(given)
    look.mutate({ text: given, apply: false }, { onError: refusal => setFault(refusal.message) })
  }
  const [lockOut, setLockOut] = useState(false)
  const items = look.data?.items ?? []
  const wrong = items.some(({ outcome }) => outcome === 'wrong')
  const changes = items.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length
  const send = () =>
    apply.mutate(
      { text: text ?? '', apply: true, lockOutSeen: lockOut },
      {
        onError(refusal) {
          setLockOut(refusal.code === 'owners-locked-out')
          setFault(refusal.message)
        },
      },
    )
  return (
    <Panel open title={t('Import policies')} close={close}>
      <Stack gap={14}>
        <p>
          {t(
            'Choose a JSON file exported from this or another workspace. You review the changes before they are made.',
          )}
        </p>
        <FileButton accept="application/json,.json" onChange={file => void choose(file)}>
          {props => (
            <Button
              {...props}
              variant="default"
              loading={look.isPending}
              leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />}
            >
              {t('Choose file…')}
            </Button>
          )}
        </FileButton>
        {fault !== null && <Notice level="error">{fault}</Notice>}
        {items.length > 0 && (
          <Box component="ul" className="cv-ruled cv-scroll" mah={320} aria-label={t('Import preview')}>
            {items.map(({ kind, name, outcome, reason }) => (
              <Group component="li" gap="0 12px" justify="space-between" align="stretch" py={6} key={`${kind} ${name}`}>
                <span>{kind === 'policy' ? t('Policy “{name}”', { name }) : t('Named list “{name}”', { name })}</span>
                <Tag tone={outcomes[outcome].tone}>{t(outcomes[outcome].word)}</Tag>
                {reason !== null && (
                  <Box component="p" className="cv-bad" flex="100%">
                    {reason}
                  </Box>
                )}
              </Group>
            ))}
          </Box>
        )}
        {wrong && <Notice level="warning">{t('Invalid items are skipped.')}</Notice>}
      </Stack>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button disabled={changes === 0} loading={apply.isPending} onClick={send}>
          {lockOut ? t('Import anyway') : t('Import {count}', { count: changes })}
        </Button>
      </div>
    </Panel>
  )
}
