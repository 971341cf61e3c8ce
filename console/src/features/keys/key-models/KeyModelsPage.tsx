import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { keyModels } from '@claviger/contract/keys/key-models'
import type { ModelRules } from '@claviger/contract/keys/key-models'
import { Button, Radio, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { ModelList } from './ModelList.tsx'

type Models = OutputOf<typeof keyModels.list.reply>

const isSame = (a: ModelRules, b: ModelRules) =>
  a.mode === b.mode && a.attested === b.attested && a.models.toSorted().join() === b.models.toSorted().join()

function Rules({ of }: { of: Models }) {
  const { can } = useSession()
  const [rules, setRules] = useState(of.rules)
  const save = useWrite(keyModels.changeRules, {
    done: () => toast('success', t('Rules saved')),
  })
  const write = can('workspace.write')
  const turn = (aaguid: string, on: boolean) =>
    setRules({ ...rules, models: on ? [...rules.models, aaguid] : rules.models.filter(one => one !== aaguid) })
  return (
    <Stack className="cv-linked" gap={16}>
      {!write && <Notice>{t('Your role can view these rules. An owner or administrator can change them.')}</Notice>}
      <Card title={t('Allowed passkeys')}>
        <Stack className="cv-linked" gap={16}>
          <Radio.Group label={t('Models')} value={rules.mode} onChange={mode => setRules({ ...rules, mode: mode })}>
            <Stack gap={8} mt={8}>
              <Radio size="xs" value="any" disabled={!write} label={t('All models')} />
              <Radio size="xs" value="only" disabled={!write} label={t('Only the models selected below')} />
              <Radio size="xs" value="except" disabled={!write} label={t('All except the models selected below')} />
            </Stack>
          </Radio.Group>
          <Switch
            size="xs"
            withThumbIndicator={false}
            disabled={!write}
            label={t('Require attestation by the manufacturer')}
            description={t(
              'Passkeys on phones and in password managers usually have no attestation and are then refused',
            )}
            checked={rules.attested}
            onChange={event => setRules({ ...rules, attested: event.currentTarget.checked })}
          />
          <p className="cv-muted">{t('Existing keys are not affected. The rules apply when a passkey is added.')}</p>
          {write && (
            <div className="cv-foot">
              <Button
                disabled={isSame(rules, of.rules) || (rules.mode === 'only' && rules.models.length === 0)}
                loading={save.isPending}
                onClick={() => save.mutate(rules)}
              >
                {t('Save rules')}
              </Button>
            </div>
          )}
        </Stack>
      </Card>
      <ModelList
        of={of.items}
        ticked={rules.models}
        {...(write && rules.mode !== 'any' ? { turn } : {})}
        catalogue={of.catalogue}
      />
    </Stack>
  )
}

export default function KeyModelsPage() {
  const list = useRead(keyModels.list, {})
  return (
    <>
      <PageHead title={t('Key models')} />
      <Waiting on={list} what={t('the models')}>
        {list.data && <Rules key={JSON.stringify(list.data.rules)} of={list.data} />}
      </Waiting>
    </>
  )
}
