import { announcementLevels, announcements } from '@claviger/contract/tenancy/announcements'
import { workspaceTypes, workspaces } from '@claviger/contract/tenancy/workspaces'
import { Button, Stack } from '@mantine/core'
import { languages } from '@claviger/contract/platform/languages'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { typeWords } from '../workspaces/workspace-labels.tsx'

const levels: Readonly<Record<(typeof announcementLevels)[number], string>> = {
  info: msg('Information'),
  warning: msg('Warning'),
  error: msg('Error'),
}

function Current() {
  const read = useRead(announcements.list, {})
  const remove = useWrite(announcements.remove, { done: () => toast('success', t('Announcement removed')) })
  const items = read.data?.items ?? []
  return (
    <Waiting on={read} what={t('the announcements')}>
      {items.length === 0 ? (
        <Card>
          <p>{t('No announcements.')}</p>
        </Card>
      ) : (
        items.map(({ id, text, level, language, type, partner, emailed, endsAt }) => (
          <Card key={id} title={text}>
            <Stack gap={16} miw={0}>
              <Facts
                of={[
                  [t('Level'), t(levels[level])],
                  [t('Language'), language === null ? t('All') : language],
                  [t('Type'), type === null ? t('All') : t(typeWords[type] ?? '')],
                  [t('Partner'), partner?.name ?? t('All')],
                  [t('Emails'), emailed === null ? t('None') : count(emailed)],
                  [t('Ends'), <When key="ends" at={endsAt} />],
                ]}
              />
              <div>
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ id })}>
                  {t('Remove announcement')}
                </Button>
              </div>
            </Stack>
          </Card>
        ))
      )}
    </Waiting>
  )
}

function PartnerChoice() {
  const found = useRead(workspaces.all, { type: [workspaceTypes.partner], pageSize: 100 }, { quiet: true })
  return (
    <Choice
      name="partnerId"
      label={t('Partner')}
      options={(found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={t('All')}
      help={t('The partner and its customers.')}
    />
  )
}

/** Notices above the console of chosen workspaces, and by email. */
export default function AnnouncementsPage() {
  return (
    <Stack gap={16} miw={0} maw={720}>
      <PageHead title={t('Announcements')} />
      <Card title={t('New announcement')}>
        <Form
          of={announcements.create}
          start={{ text: '', level: 'info', language: null, type: null, partnerId: null, days: '7', email: false }}
          done={() => toast('success', t('Announcement created'))}
        >
          <Text name="text" label={t('Text')} lines={3} help={t('Shown above the console to administrators.')} />
          <Choice
            name="level"
            label={t('Level')}
            options={announcementLevels.map(value => ({ value, label: t(levels[value]) }))}
          />
          <Choice
            name="language"
            label={t('Language')}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            placeholder={t('All')}
          />
          <Choice
            name="type"
            label={t('Type')}
            options={Object.entries(typeWords).map(([value, label]) => ({ value, label: t(label) }))}
            placeholder={t('All')}
          />
          <PartnerChoice />
          <Text name="days" label={t('Days')} inputMode="numeric" />
          <Tick
            name="email"
            label={t('Also send by email')}
            help={t('To all owners and administrators it is about.')}
          />
          <Foot save={t('Create announcement')} />
        </Form>
      </Card>
      <Current />
    </Stack>
  )
}
