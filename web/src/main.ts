import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { isOffline } from './lib/edition.ts';
import { speak } from './lib/language.svelte.ts';
import { keepPage } from './lib/kept-page.svelte.ts';
import { watchLinks } from './lib/route.svelte.ts';
import { showTheme } from './lib/settings.svelte.ts';
import { listenForGesture } from './lib/sound.ts';

showTheme();
listenForGesture();
watchLinks();
// Not awaited at the top level: with such a module the bundler puts every shared part into a file of its own.
void speak().then(() => mount(App, { target: document.getElementById('app')! }));

// What a browser has cleared away in part is brought back; whatever was read before it is read again.
if (isOffline) void import('./lib/mirror.ts').then(({ mirror }) => mirror()).then((back) => back > 0 && location.reload(), () => {});

// After the first paint: what is needed without a connection is fetched and kept.
if (import.meta.env.PROD) setTimeout(() => void keepPage(), 1_500);
