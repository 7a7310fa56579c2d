import { createApp } from 'vue';
import Console from './Console.vue';

createApp(Console).mount('#app');
