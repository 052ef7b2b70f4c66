import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { registerServiceWorker } from '@/app/service-worker';
import { listenForShortcuts } from '@/lib/keys';
import { resources } from '@/lib/server-data';
import { followOtherTabs } from '@/lib/session';
import { followTheme } from '@/lib/theme';
import '@/first.css';

followTheme();
followOtherTabs();
listenForShortcuts();
registerServiceWorker();

window.addEventListener('online', () => void resources.reloadAll());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void resources.reloadAll();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
