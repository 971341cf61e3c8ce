import { keyActCalls, type KeySelection } from '@claviger/contract/keys/key-acts'
import { type TokenPolicy, tokenPolicies } from '@claviger/contract/keys/token-policies'
import type { Run } from '@claviger/contract/work/runs'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { Running } from '#features/work/runs/Running.tsx'
import { inWords } from './token-policy-labels.ts'
import { kinds } from '../key-labels.ts'
import { KeyPreview } from '../key-acts/KeyPreview.tsx'
import { keyRuns, keyWordsOf } from '../key-acts/key-run-labels.ts'

const { act, verb } = keyWordsOf('policy')

export interface PolicyDialogProps {
  policy?: TokenPolicy
  selection?: KeySelection
  close: () => void
  begun?: () => void
}

export default function PolicyDialog({ policy, selection, close, begun }: PolicyDialogProps) {
  const [chosen, choose] = useState(policy?.id ?? '')
  const [kind, setKind] = useState('')
  const [run, setRun] = useState<Run | null>(null)
  const policies = useRead(tokenPolicies.list, {}, { when: policy === undefined })
  const ofKind: KeySelection = { all: true, filter: kind === '' ? {} : { type: [Number(kind)] } }
  const input = { ...(selection ?? ofKind), tokenPolicy: chosen }
  const ready = chosen !== ''
  const preview = useRead(keyActCalls.previewPolicy, input, { when: ready && run === null, quiet: true, fresh: 0 })
  const give = useWrite(keyActCalls.policy, { done: setRun })
  if (run)
    return (
      <Running
        of={keyRuns}
        run={run}
        close={() => {
          begun?.()
          close()
        }}
      />
    )
  const able = preview.data?.able ?? 0
  const items = policies.data?.items ?? []
  const given = policy ?? items.find(one => one.id === chosen)
  return (
    <Dialog
      open
      title={policy ? t('Assign {name} to keys?', { name: policy.name }) : t('Assign a policy to keys?')}
      close={close}
    >
      <Stack className="cv-linked" gap={16}>
        {!policy && (
          <NativeSelect
            label={t('Policy')}
            value={chosen}
            data={[{ value: '', label: t('Choose…') }, ...items.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={event => choose(event.currentTarget.value)}
          />
        )}
        {!selection && (
          <NativeSelect
            label={t('Keys')}
            value={kind}
            data={[
              { value: '', label: t('All keys') },
              ...kinds.map(({ value, label }) => ({ value: String(value), label })),
            ]}
            onChange={event => setKind(event.currentTarget.value)}
          />
        )}
        {given && <p className="cv-muted">{inWords(given)}</p>}
        <p className="cv-muted">
          {t('The verification of keys is not changed. You can change it in the list of keys.')}
        </p>
      </Stack>
      {ready && (
        <Waiting on={preview} what={t('the preview')}>
          {preview.data && <KeyPreview act="policy" of={preview.data} />}
        </Waiting>
      )}
      {ready && (
        <Group component="p" className="cv-muted" gap={8} mt={12}>
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
          {t('You can undo this for 30 minutes.')}
        </Group>
      )}
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={give.isPending}>
          {t('Cancel')}
        </Button>
        <Button disabled={able === 0} loading={give.isPending} onClick={() => give.mutate(input)}>
          {able === 0 ? t(verb) : t(act, { count: able })}
        </Button>
      </div>
    </Dialog>
  )
}
