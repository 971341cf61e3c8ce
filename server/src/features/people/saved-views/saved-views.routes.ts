import { savedViews } from '@claviger/contract/people/saved-views'
import { bind } from '#http/bind.ts'
import { changeView, listViews, removeView, saveView } from './saved-views.ts'

export default bind(savedViews, {
  list: listViews,
  save: saveView,
  change: changeView,
  remove: removeView,
})
