CREATE TABLE `asks` (
	`id` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `asks_at` ON `asks` (`at`);--> statement-breakpoint
CREATE TABLE `directory_docs` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`analyzer` integer NOT NULL,
	`name` text NOT NULL,
	`what` text NOT NULL,
	`when_to_use` text NOT NULL,
	`ask` text NOT NULL,
	`aliases` text NOT NULL,
	`args` text NOT NULL,
	`category_words` text NOT NULL,
	`learned` text DEFAULT '' NOT NULL,
	`words` text NOT NULL,
	`category` text,
	`owner_only` integer NOT NULL,
	`planner_rank` integer NOT NULL,
	`required_args` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `directory_docs_key_unique` ON `directory_docs` (`key`);--> statement-breakpoint
CREATE TABLE `directory_words` (
	`word` text PRIMARY KEY NOT NULL,
	`rows` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pins` (
	`words` text PRIMARY KEY NOT NULL,
	`phrase` text NOT NULL,
	`key` text NOT NULL
);
