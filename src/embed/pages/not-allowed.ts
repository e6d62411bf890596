// Shown instead of an embed to a page whose origin is not allowed. It has no data and no control.

import { applyLanguageAndTheme } from './shared/appearance.ts'
import { observeHeight, tellHost } from './shared/host.ts'
import { element, part } from './shared/view.ts'
import { t } from './text/texts.ts'

applyLanguageAndTheme()
const text = t.frame.originNotAllowed
const title = t.titles['exam-session']
document.title = title
document.querySelector('h1')?.replaceChildren(title)
part('main').replaceChildren(element('p', { class: 'ended' }, text))
part('main').removeAttribute('aria-busy')
tellHost(undefined, { type: 'error', code: 'origin_not_allowed', message: text })
observeHeight(height => tellHost(undefined, { type: 'resize', height }))
