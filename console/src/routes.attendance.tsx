import type { Screen } from './shell/screen.ts'

export const attendance: readonly Screen[] = [
  {
    path: '/dashboard/attendance',
    spec: 'attendance.tracker',
    load: () => import('./features/oversight/attendance/SessionsPage.tsx'),
    may: 'attendance.read',
    crumb: 'Attendance',
    menu: { group: 'Users', label: 'Attendance', icon: 'attendance' },
  },
  {
    path: '/dashboard/attendance/new',
    spec: 'attendance.session-start',
    load: () => import('./features/oversight/attendance/SessionFormPage.tsx'),
    may: 'attendance.write',
    crumb: 'Start session',
  },
  {
    path: '/dashboard/attendance/templates',
    load: () => import('./features/oversight/attendance/TemplatesPage.tsx'),
    may: 'attendance.read',
    crumb: 'Templates',
  },
  {
    path: '/dashboard/attendance/templates/new',
    load: () => import('./features/oversight/attendance/TemplateFormPage.tsx'),
    may: 'attendance.write',
    crumb: 'New template',
  },
  {
    path: '/dashboard/attendance/templates/$id',
    load: () => import('./features/oversight/attendance/TemplateFormPage.tsx'),
    may: 'attendance.read',
    crumb: 'Template',
  },
  {
    path: '/dashboard/attendance/reports',
    load: () => import('./features/oversight/attendance/ReportsPage.tsx'),
    may: 'attendance.read',
    crumb: 'Reports',
  },
  {
    path: '/dashboard/attendance/settings',
    load: () => import('./features/oversight/attendance/SettingsPage.tsx'),
    may: 'attendance.read',
    crumb: 'Retention',
  },
  {
    path: '/dashboard/attendance/$id',
    spec: 'attendance.tap-panel',
    load: () => import('./features/oversight/attendance/SessionPage.tsx'),
    may: 'attendance.read',
    crumb: 'Session',
  },
  {
    path: '/dashboard/attendance/$id/edit',
    load: () => import('./features/oversight/attendance/SessionFormPage.tsx'),
    may: 'attendance.write',
    crumb: 'Edit session',
  },
  {
    path: '/dashboard/attendance/$id/participants',
    spec: 'attendance.participants-list',
    load: () => import('./features/oversight/attendance/ParticipantsPage.tsx'),
    may: 'attendance.read',
    crumb: 'Participants',
  },
]
